-- What the row says now. One that is turned on, or is waited for in another way, is waited for from now on; one that
-- failed has failed still. One that is missing is so until it is worked out what the other schedule says of its last signal.
-- @param expect_from: nullable
-- @param every_minutes: nullable
-- @param cron: nullable
-- @param time_zone: nullable
-- @param next_run: nullable
INSERT INTO heartbeats AS one
  (organization_id, id, enabled, every_minutes, grace_minutes, cron, time_zone, expected_at, due_at)
VALUES (:organization_id, :id, :enabled, :every_minutes::integer, :grace_minutes, :cron::text, :time_zone::text,
  :expect_from::timestamptz,
  CASE WHEN :enabled THEN :expect_from::timestamptz + make_interval(mins => :grace_minutes) END)
ON CONFLICT (organization_id, id) DO UPDATE
SET enabled = :enabled, every_minutes = :every_minutes::integer, grace_minutes = :grace_minutes,
  cron = :cron::text, time_zone = :time_zone::text,
  failed = one.failed AND :enabled,
  expected_at = CASE
    WHEN one.signal_at IS NULL THEN :expect_from::timestamptz
    WHEN one.enabled AND one.cron = :cron::text AND one.time_zone = :time_zone::text THEN one.expected_at
    WHEN one.enabled AND :cron::text IS NOT NULL AND one.missing_since IS NOT NULL THEN NULL
    WHEN :cron::text IS NOT NULL THEN :next_run::timestamptz
    WHEN one.enabled THEN one.signal_at + make_interval(mins => :every_minutes::integer)
    ELSE now() + make_interval(mins => :every_minutes::integer)
  END,
  due_at = CASE
    WHEN NOT :enabled THEN NULL
    WHEN one.failed AND one.enabled THEN one.due_at
    WHEN one.signal_at IS NULL THEN :expect_from::timestamptz + make_interval(mins => :grace_minutes)
    WHEN one.enabled AND one.cron = :cron::text AND one.time_zone = :time_zone::text
      THEN coalesce(one.expected_at + make_interval(mins => :grace_minutes), one.due_at)
    WHEN one.enabled AND :cron::text IS NOT NULL AND one.missing_since IS NOT NULL THEN one.due_at
    WHEN :cron::text IS NOT NULL THEN :next_run::timestamptz + make_interval(mins => :grace_minutes)
    WHEN one.enabled THEN one.signal_at + make_interval(mins => :every_minutes::integer + :grace_minutes)
    ELSE now() + make_interval(mins => :every_minutes::integer + :grace_minutes)
  END
RETURNING token_hash IS NOT NULL AS "hasUrl"
