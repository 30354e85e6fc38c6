-- What became of those that the agent was given.
UPDATE drills AS one
SET accepted_at = CASE WHEN given.problem = '' THEN coalesce(accepted_at, now()) ELSE accepted_at END,
  problem = nullif(given.problem, '')
FROM unnest(:ids::text[], :problems::text[]) AS given (id, problem)
WHERE one.organization_id = :organization_id AND one.connector_id = :connector_id AND one.id = given.id
  AND one.status = 'running'
