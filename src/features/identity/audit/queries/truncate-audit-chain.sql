-- The trigger lets this pass while orgconfig.retention is on. The new checkpoint stands for all before it.
-- @param kept_since: nullable
WITH links AS (
  DELETE FROM audit_seals WHERE organization_id = :organization_id AND position <= :position
  RETURNING sequence
), records AS (
  DELETE FROM audit_records USING links
  WHERE audit_records.organization_id = :organization_id AND audit_records.sequence = links.sequence
), superseded AS (
  DELETE FROM audit_checkpoints WHERE organization_id = :organization_id AND position < :position
)
INSERT INTO audit_checkpoints (organization_id, position, seal, code, at, kept_since)
VALUES (:organization_id, :position, :seal, :code, :at, :kept_since)
