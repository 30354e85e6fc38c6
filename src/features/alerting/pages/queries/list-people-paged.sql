-- Of these people those who have an open page about all that another page is about, no less urgent.
-- @result email: !
SELECT DISTINCT lower(other.email) AS email
FROM pages AS page
JOIN pages AS other ON other.organization_id = page.organization_id AND other.id <> page.id AND other.closed_at IS NULL
WHERE page.organization_id = :organization_id AND page.id = :id AND lower(other.email) = ANY (:emails::text[])
  AND (other.urgent OR NOT page.urgent) AND NOT EXISTS (
    SELECT FROM delivery_alerts AS reported
    JOIN alerts AS one ON one.organization_id = reported.organization_id AND one.id = reported.alert_id
    WHERE reported.organization_id = page.organization_id AND reported.source = page.source
      AND one.resolved_at IS NULL AND one.acknowledged_at IS NULL AND NOT EXISTS (
        SELECT FROM delivery_alerts AS same
        WHERE same.organization_id = one.organization_id AND same.alert_id = one.id AND same.source = other.source
      )
  )
