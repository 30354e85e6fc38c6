-- Where as many are counted as are, only those that are among them are seen: no row is written for another one.
WITH reported AS MATERIALIZED (
  SELECT one.fingerprint, one.title FROM jsonb_to_recordset(:alerts::jsonb) AS one (fingerprint text, title text)
), seen AS (
  UPDATE alert_overflows AS known SET seen_at = now()
  FROM reported
  WHERE known.organization_id = :organization_id AND known.connector_id = :connector_id
    AND known.fingerprint = reported.fingerprint AND known.seen_at < now() - interval '1 minute'
)
INSERT INTO alert_overflows (organization_id, connector_id, fingerprint, title)
SELECT :organization_id, :connector_id, reported.fingerprint, reported.title
FROM reported
WHERE NOT EXISTS (
  SELECT FROM alert_overflows AS known
  WHERE known.organization_id = :organization_id AND known.connector_id = :connector_id
    AND known.fingerprint = reported.fingerprint
)
LIMIT greatest(0, :most - (
  SELECT count(*) FROM alert_overflows WHERE organization_id = :organization_id AND connector_id = :connector_id
))
ON CONFLICT (organization_id, connector_id, fingerprint) DO NOTHING
