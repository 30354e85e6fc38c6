-- @result silent: !
-- @result expired: !
SELECT connector_id, instance, digest, ok, degraded, message, version, running_digest, running_since, at, departed, silence_told,
  heard_at < now() - :silent_minutes * interval '1 minute' AS silent,
  heard_at < now() - :expired_minutes * interval '1 minute' AS expired
FROM render_acknowledgements
WHERE organization_id = :organization_id
ORDER BY connector_id, instance
