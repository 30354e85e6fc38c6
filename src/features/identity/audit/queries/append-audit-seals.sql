-- One statement, so that no record leaves the outbox without its seal, and no seal stands beyond the head.
-- The head moves only from where it was read: who comes second does nothing.
-- @plan: each time
WITH moved AS (
  INSERT INTO audit_heads (organization_id, position, seal, code)
  VALUES (:organization_id, :position, :seal, :code)
  ON CONFLICT (organization_id)
  DO UPDATE SET position = EXCLUDED.position, seal = EXCLUDED.seal, code = EXCLUDED.code
  WHERE audit_heads.position = :start_position AND audit_heads.seal = :start_seal
  RETURNING organization_id
), linked AS (
  INSERT INTO audit_seals (organization_id, position, sequence, seal)
  SELECT :organization_id, link.*
  FROM moved, unnest(:positions::bigint[], :sequences::bigint[], :seals::text[]) AS link
), emptied AS (
  DELETE FROM audit_outbox
  WHERE organization_id = :organization_id AND sequence = ANY (:sequences::bigint[])
    AND EXISTS (SELECT FROM moved)
)
SELECT organization_id FROM moved
