-- Signals of several are taken in one order, so that two calls with the same ones wait for each other. `changes`: one is no
-- longer missing. One that has a schedule is expected at no time until that is worked out.
-- @result changes: !
WITH wanted AS MATERIALIZED (
  SELECT id FROM heartbeats WHERE organization_id = :organization_id AND id = ANY (:ids::text[])
  ORDER BY id FOR UPDATE
)
UPDATE heartbeats AS one
SET signal_at = now(), failed = false, expected_at = now() + make_interval(mins => every_minutes),
  due_at = CASE WHEN enabled THEN now() + make_interval(mins => every_minutes + grace_minutes) END
FROM wanted
WHERE one.organization_id = :organization_id AND one.id = wanted.id
RETURNING one.id, one.missing_since IS NOT NULL AS changes, one.cron
