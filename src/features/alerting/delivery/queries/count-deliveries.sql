-- In two parts, each of which an index of its own answers: what was sent is many times more.
-- @result channel: Depth["channel"]!
-- @result status: Depth["status"]!
-- @result count, oldestSeconds: !
SELECT channel, status, count(*)::integer AS count,
  extract(epoch FROM now() - min(created_at))::double precision AS "oldestSeconds"
FROM (
  SELECT channel, status, created_at FROM deliveries WHERE status = 'queued'
  UNION ALL
  SELECT channel, status, created_at FROM deliveries WHERE status IN ('held', 'parked')
) AS unsent
GROUP BY channel, status
