-- A gap means that no node was there; a moment that is yet to come, that the clock was set back.
-- @result setBack: !
UPDATE heartbeat_watch AS one SET watched_at = now(),
  up_since = CASE
    WHEN before.watched_at < now() - make_interval(secs => :gap_seconds)
      OR before.watched_at > now() + make_interval(secs => :gap_seconds) THEN now()
    ELSE one.up_since
  END
FROM (SELECT watched_at FROM heartbeat_watch FOR UPDATE) AS before
RETURNING before.watched_at > one.watched_at + make_interval(secs => :gap_seconds) AS "setBack"
