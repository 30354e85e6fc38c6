SELECT
  (SELECT count(*) FROM audit_records WHERE organization_id = $1) AS records,
  (SELECT count(*) FROM audit_seals WHERE organization_id = $1) AS sealed,
  (SELECT count(*) FROM audit_outbox WHERE organization_id = $1) AS unsealed,
  (SELECT count(*) FROM audit_refused WHERE organization_id = $1) AS refused
