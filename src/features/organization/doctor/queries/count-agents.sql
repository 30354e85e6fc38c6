-- Agents that did not say that they ended, by how long ago each spoke last.
-- @result age: AgentAge!
-- @result count, oldestSeconds: !
SELECT age, count(*)::integer AS count, max(seconds) AS "oldestSeconds"
FROM (
  SELECT seconds, CASE
      WHEN seconds < 60 THEN 'under_1m' WHEN seconds < 600 THEN 'under_10m' WHEN seconds < 3600 THEN 'under_1h'
      ELSE 'older' END AS age
  FROM (
    SELECT extract(epoch FROM now() - heard_at)::double precision AS seconds
    FROM render_acknowledgements WHERE NOT departed
  ) AS agents
) AS aged
GROUP BY age
