-- What an engine reports that it has. In the order in which others hold several.
UPDATE alerts SET seen_at = now()
FROM (
  SELECT one.id FROM alerts AS one
  WHERE one.organization_id = :organization_id AND one.connector_id = :connector_id AND one.resolved_at IS NULL
    AND one.fingerprint = ANY(:fingerprints::text[])
  ORDER BY one.id
  FOR UPDATE
) AS held
WHERE alerts.organization_id = :organization_id AND alerts.id = held.id
