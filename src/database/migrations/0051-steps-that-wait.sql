-- A step that was due while its target was off waits for it until then.
ALTER TABLE alert_timers ADD COLUMN held_until timestamptz(3);
