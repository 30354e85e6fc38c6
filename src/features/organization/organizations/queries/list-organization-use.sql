-- Whole minutes and the present one, so that a burst shows at once.
-- @result requests, refused, databaseMs: !
SELECT organization_id AS "organizationId", sum(requests)::double precision AS requests,
  sum(refused)::double precision AS refused, sum(database_ms) AS "databaseMs"
FROM organization_use
WHERE minute > now() - make_interval(mins => :minutes)
GROUP BY organization_id
