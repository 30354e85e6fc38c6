-- In the order of arrival. A delivery behind another one to the same target that is leased, or that
-- waits for its next try, waits too; callers hold the claiming lock, so that no two see the same head.
-- @result organizationId, id, channel, target, source, subject, payload, attempts, tryingSince: !
WITH blocked AS MATERIALIZED (
  SELECT organization_id, channel, lane, min(ordinal) AS head
  FROM deliveries
  WHERE status = 'queued' AND (attempts > 0 OR lease IS NOT NULL) AND NOT yields
    AND (next_attempt_at > now() OR locked_until > now())
  GROUP BY organization_id, channel, lane
), due AS (
  SELECT one.organization_id, one.id
  FROM deliveries AS one
  LEFT JOIN blocked ON blocked.organization_id = one.organization_id AND blocked.channel = one.channel
    AND blocked.lane = one.lane
  WHERE one.status = 'queued' AND one.channel = ANY (:channels::text[]) AND one.next_attempt_at <= now()
    AND (one.locked_until IS NULL OR one.locked_until <= now())
    AND (blocked.head IS NULL OR one.ordinal < blocked.head)
    AND one.organization_id <> ALL (:pass_over::text[])
  ORDER BY one.ordinal
  LIMIT :limit
  FOR UPDATE OF one SKIP LOCKED
), claimed AS (
  UPDATE deliveries AS one
  SET lease = :lease, tried_at = now(), locked_until = now() + :lease_ms * interval '1 millisecond',
    -- What a node had in hand that went away may have been sent.
    maybe_arrived = coalesce(one.maybe_arrived, one.attempts > 0) OR one.lease IS NOT NULL
  FROM due
  WHERE one.organization_id = due.organization_id AND one.id = due.id
  RETURNING one.*
)
SELECT organization_id AS "organizationId", id, channel, target, source, subject, payload, attempts,
  trying_since AS "tryingSince"
FROM claimed
ORDER BY ordinal
