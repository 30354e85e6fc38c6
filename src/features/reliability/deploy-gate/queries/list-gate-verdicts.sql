-- Verdicts since then, some of them, the newest first, as JSON in one text: of each its service, when it was asked first
-- in milliseconds, how often, whether it allowed, the codes of what held, and its facts.
-- @plan: each time
-- @result content, count: !
SELECT coalesce(json_agg(json_build_array(service, (extract(epoch FROM asked_at) * 1000)::bigint, count, allowed, held_by,
    facts)), '[]'::json)::text AS content,
  count(*)::integer AS count,
  (array_agg(minute ORDER BY minute, service, hash))[1] AS "lastMinute",
  (array_agg(service ORDER BY minute, service, hash))[1] AS "lastService",
  (array_agg(encode(hash, 'hex') ORDER BY minute, service, hash))[1] AS "lastHash"
FROM (
  SELECT * FROM gate_verdicts
  WHERE organization_id = :organization_id AND minute >= :since::timestamptz
    AND (minute, service, hash) < (:before_minute::timestamptz, :before_service::text, decode(:before_hash::text, 'hex'))
  ORDER BY minute DESC, service DESC, hash DESC
  LIMIT :limit
) AS one
