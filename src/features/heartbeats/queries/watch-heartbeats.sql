-- Written now and then, and not at every look. A gap means that no node was there; a moment that is yet to come, that
-- the clock was set back. `interrupted`: it was one of the two.
-- @result interrupted: !
UPDATE heartbeat_watch
SET watched_at = now(),
  up_since = CASE
    WHEN watched_at BETWEEN now() - make_interval(secs => :gap_seconds) AND now() THEN up_since
    ELSE now()
  END
WHERE watched_at NOT BETWEEN now() - make_interval(secs => :every_seconds)
  AND now() + make_interval(secs => :gap_seconds)
RETURNING up_since = watched_at AS interrupted
