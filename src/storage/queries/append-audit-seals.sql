-- One statement, so that no record leaves the outbox without its seal, and no seal stands beyond the head.
-- The head moves only from where it was read: who comes second does nothing.
WITH moved AS (
  INSERT INTO audit_heads (organization_id, position, seal, code) VALUES ($1, $5, $6, $7)
  ON CONFLICT (organization_id)
  DO UPDATE SET position = EXCLUDED.position, seal = EXCLUDED.seal, code = EXCLUDED.code
  WHERE audit_heads.position = $8 AND audit_heads.seal = $9
  RETURNING organization_id
), linked AS (
  INSERT INTO audit_seals (organization_id, position, sequence, seal)
  SELECT $1, link.* FROM moved, unnest($2::bigint[], $3::bigint[], $4::text[]) AS link
), emptied AS (
  DELETE FROM audit_outbox
  WHERE organization_id = $1 AND sequence = ANY ($3::bigint[]) AND EXISTS (SELECT FROM moved)
)
SELECT organization_id FROM moved
