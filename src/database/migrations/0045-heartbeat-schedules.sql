-- A heartbeat by a schedule of cron, by the clock of a time zone. Its next run is worked out outside of the database: until
-- then it is expected at no time.
ALTER TABLE heartbeats
  ALTER COLUMN every_minutes DROP NOT NULL,
  ADD COLUMN cron text,
  ADD COLUMN time_zone text,
  ADD CONSTRAINT heartbeats_rhythm
    CHECK ((every_minutes IS NULL) = (cron IS NOT NULL) AND (cron IS NULL) = (time_zone IS NULL));
CREATE INDEX heartbeats_unplanned ON heartbeats (organization_id, id) WHERE cron IS NOT NULL AND expected_at IS NULL;
