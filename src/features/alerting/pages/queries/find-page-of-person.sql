-- The newest open page of these people, of one alert where it is named.
-- @param alert_id: nullable
SELECT page.organization_id AS "organizationId", page.id, page.email
FROM pages AS page
WHERE page.closed_at IS NULL AND lower(page.email) = ANY (:emails::text[]) AND (:alert_id::text IS NULL OR EXISTS (
  SELECT FROM delivery_alerts AS reported
  WHERE reported.organization_id = page.organization_id AND reported.source = page.source
    AND reported.alert_id = :alert_id::text
))
ORDER BY page.begun_at DESC
LIMIT 1
