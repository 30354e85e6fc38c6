-- Written now and then, and not at every look. `interrupted`: no node was there for a while, or the clock was set back.
-- @result interrupted: !
UPDATE heartbeat_watch SET watched_at = now(), up_since = (SELECT up_since FROM service_up)
WHERE watched_at NOT BETWEEN now() - make_interval(secs => :every_seconds)
  AND now() + make_interval(secs => :every_seconds)
RETURNING up_since = watched_at AS interrupted
