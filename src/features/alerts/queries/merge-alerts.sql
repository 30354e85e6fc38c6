-- Where as many are counted as are, only those that are among them.
INSERT INTO alert_overflows (organization_id, connector_id, fingerprint, title)
SELECT :organization_id, :connector_id, one.fingerprint, one.title
FROM jsonb_to_recordset(:alerts::jsonb) AS one (fingerprint text, title text)
WHERE :most > (
    SELECT count(*) FROM alert_overflows WHERE organization_id = :organization_id AND connector_id = :connector_id
  )
  OR EXISTS (
    SELECT FROM alert_overflows AS known
    WHERE known.organization_id = :organization_id AND known.connector_id = :connector_id
      AND known.fingerprint = one.fingerprint
  )
ON CONFLICT (organization_id, connector_id, fingerprint) DO UPDATE SET seen_at = now()
WHERE alert_overflows.seen_at < now() - interval '1 minute'
