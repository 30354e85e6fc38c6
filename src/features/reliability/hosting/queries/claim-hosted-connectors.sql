-- Takes what nobody holds any more, as far as the limit goes. What somebody else is just writing is passed over: it is
-- theirs by then, or comes with the next claim.
WITH due AS (
  SELECT organization_id, connector_id
  FROM hosted_connectors
  WHERE holder IS NULL OR holder <> :holder AND held_until < now()
  ORDER BY held_until NULLS FIRST
  LIMIT :limit
  FOR UPDATE SKIP LOCKED
)
UPDATE hosted_connectors AS hosted
SET holder = :holder, held_until = now() + :lease_ms * interval '1 millisecond'
FROM due
WHERE hosted.organization_id = due.organization_id AND hosted.connector_id = due.connector_id
RETURNING hosted.organization_id AS "organizationId", hosted.connector_id AS "connectorId"
