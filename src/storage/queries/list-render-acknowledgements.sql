-- @result silent: !
SELECT connector_id, digest, ok, message, version, running_digest, at, silence_told,
  heard_at < now() - :silent_minutes * interval '1 minute' AS silent
FROM render_acknowledgements
WHERE organization_id = :organization_id
