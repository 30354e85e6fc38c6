-- Also those that were killed, or are cut off: what is left of them, for a day.
-- @result seconds: !
-- @result knows: !
SELECT place, extract(epoch FROM now() - seen_at)::integer AS seconds,
  coalesce((pages_seen ->> :organization_id::text)::bigint >= :version::bigint, false) AS knows
FROM nodes WHERE seen_at > now() - interval '1 day'
