-- @result records, sealed, unsealed, refused: !
SELECT
  (SELECT count(*) FROM audit_records WHERE organization_id = :organization_id) AS records,
  (SELECT count(*) FROM audit_seals WHERE organization_id = :organization_id) AS sealed,
  (SELECT count(*) FROM audit_outbox WHERE organization_id = :organization_id) AS unsealed,
  (SELECT count(*) FROM audit_refused WHERE organization_id = :organization_id) AS refused
