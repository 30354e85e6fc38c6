-- The trigger lets this pass while orgconfig.retention is on. The new checkpoint stands for all before it.
WITH links AS (
  DELETE FROM audit_seals WHERE organization_id = $1 AND position <= $2 RETURNING sequence
), records AS (
  DELETE FROM audit_records USING links
  WHERE audit_records.organization_id = $1 AND audit_records.sequence = links.sequence
), superseded AS (
  DELETE FROM audit_checkpoints WHERE organization_id = $1 AND position < $2
)
INSERT INTO audit_checkpoints (organization_id, position, seal, code, at, kept_since)
VALUES ($1, $2, $3, $4, $5, $6)
