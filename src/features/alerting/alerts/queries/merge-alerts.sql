-- Where as many are counted as are, only those that are among them are seen: no row is written for another one.
-- Without joins: of a table that a storm fills the planner knows nothing, and would compare each with each.
WITH reported AS MATERIALIZED (
  SELECT one.fingerprint, one.title FROM unnest(:fingerprints::text[], :titles::text[]) AS one (fingerprint, title)
), seen AS (
  UPDATE alert_overflows SET seen_at = now()
  WHERE organization_id = :organization_id AND connector_id = :connector_id
    AND seen_at < now() - interval '1 minute' AND (fingerprint IN (SELECT fingerprint FROM reported)) IS TRUE
)
INSERT INTO alert_overflows (organization_id, connector_id, fingerprint, title)
SELECT :organization_id, :connector_id, reported.fingerprint, reported.title
FROM reported
WHERE reported.fingerprint NOT IN (
  SELECT known.fingerprint FROM alert_overflows AS known
  WHERE known.organization_id = :organization_id AND known.connector_id = :connector_id
)
LIMIT greatest(0, :most - (
  SELECT count(*) FROM alert_overflows WHERE organization_id = :organization_id AND connector_id = :connector_id
))
ON CONFLICT (organization_id, connector_id, fingerprint) DO NOTHING
