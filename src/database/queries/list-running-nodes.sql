-- By the database's clock, with the seconds since each was seen.
-- @result seconds: !
SELECT place, key_ids, extract(epoch FROM now() - seen_at)::integer AS seconds, ahead_seconds
FROM nodes
WHERE seen_at > now() - make_interval(secs => :within_seconds)
ORDER BY seen_at DESC
