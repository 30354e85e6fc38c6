-- @result silent: !
-- @result expired: !
SELECT connector_id, instance, digest, ok, degraded, message, version, running_digest, running_since, at, departed, silence_told,
  lost, lost_since, every_seconds,
  heard_at < now() - make_interval(secs => coalesce(every_seconds + 60, 60 * :silent_minutes::integer)) AS silent,
  heard_at < now() - :expired_minutes * interval '1 minute' AS expired
FROM render_acknowledgements
WHERE organization_id = :organization_id
ORDER BY connector_id, instance
