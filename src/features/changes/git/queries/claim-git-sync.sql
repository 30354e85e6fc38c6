-- @result newest: !
-- @result hasMoved: !
-- Somebody wants it looked at now; nothing is answered while a node does.
WITH newest AS (
  SELECT COALESCE((SELECT max(sequence) FROM audit_records WHERE organization_id = :organization_id), 0) AS sequence
)
UPDATE git_syncs AS one
SET holder = :holder, held_until = now() + :lease_ms * interval '1 millisecond',
  due_at = CASE WHEN poll_seconds > 0 THEN now() + make_interval(secs => poll_seconds) END
FROM newest
WHERE organization_id = :organization_id AND id = :id AND (held_until IS NULL OR held_until < now())
RETURNING organization_id AS "organizationId", id, pushed_commits AS "pushedCommits", one.pushes, newest.sequence::text AS newest,
  newest.sequence > one.seen_sequence AS "hasMoved"
