-- What an agent is to send: those that it has not accepted yet, and the ends of those that it had. Each is noted as handed.
-- @result isOver: !
UPDATE drills AS one
SET handed_at = coalesce(handed_at, now()), end_handed_at = CASE WHEN status <> 'running' THEN now() END
WHERE organization_id = :organization_id AND connector_id = :connector_id AND end_handed_at IS NULL
  AND problem IS NULL AND (accepted_at IS NULL) = (status = 'running')
RETURNING id, labels, annotations, created_at AS "createdAt", deadline, status <> 'running' AS "isOver", ended_at AS "endedAt"
