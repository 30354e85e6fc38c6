-- Somebody wants it looked at now; nothing is answered while a node does.
UPDATE git_syncs
SET holder = :holder, held_until = now() + :lease_ms * interval '1 millisecond',
  due_at = CASE WHEN poll_seconds > 0 THEN now() + make_interval(secs => poll_seconds) END
WHERE organization_id = :organization_id AND id = :id AND (held_until IS NULL OR held_until < now())
RETURNING organization_id AS "organizationId", id, known_hosts AS "knownHosts"
