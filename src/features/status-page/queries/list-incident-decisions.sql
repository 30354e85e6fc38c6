-- What alerts have opened and a person is to publish: drafts, and ends that are proposed.
-- @result title, isDraft, total: !
SELECT incident.id, incident.configuration ->> 'title' AS title,
  incident.configuration ->> 'draft' = 'true' AS "isDraft",
  coalesce(following.proposed_at, incident.created_at) AS since, (count(*) OVER ())::integer AS total
FROM alert_incidents AS following
JOIN rows AS incident
  ON incident.organization_id = following.organization_id AND incident.kind = :kind
  AND incident.id = following.incident_id
WHERE following.organization_id = :organization_id
  AND (incident.configuration ->> 'draft' = 'true' OR following.proposed_at IS NOT NULL)
ORDER BY since, incident.id
LIMIT :limit
