-- @result isRetried: !
-- @result newest: !
-- @result hasMoved: !
-- The next one that is due, of an organization that has none under way at this node. What another node is just claiming
-- is passed over. What a node had claimed that is gone since is due, too, also where nothing is polled.
WITH due AS (
  SELECT organization_id, id FROM git_syncs
  WHERE (held_until IS NULL OR held_until < now()) AND (due_at <= now() OR held_until < now())
    AND organization_id <> ALL (:busy::text[])
  ORDER BY COALESCE(due_at, held_until)
  LIMIT 1
  FOR UPDATE SKIP LOCKED
), newest AS (
  SELECT COALESCE((
    SELECT max(sequence) FROM audit_records WHERE organization_id = (SELECT organization_id FROM due)
  ), 0) AS sequence
)
UPDATE git_syncs AS one
SET holder = :holder, held_until = now() + :lease_ms * interval '1 millisecond',
  due_at = CASE WHEN poll_seconds > 0 THEN now() + make_interval(secs => poll_seconds) END
FROM due, newest
WHERE one.organization_id = due.organization_id AND one.id = due.id
RETURNING one.organization_id AS "organizationId", one.id, one.pushed_commits AS "pushedCommits", one.pushes,
  COALESCE(one.retry_at <= now(), false) AS "isRetried", newest.sequence::text AS newest,
  newest.sequence > one.seen_sequence AS "hasMoved"
