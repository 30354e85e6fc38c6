-- Organizations that are there are among them, so that one whose log is gone is found.
SELECT min(organization_id) AS organization_id
FROM (
  SELECT min(organization_id) AS organization_id FROM audit_records WHERE organization_id > :after
  UNION ALL SELECT min(organization_id) FROM audit_outbox WHERE organization_id > :after
  UNION ALL SELECT min(organization_id) FROM audit_refused WHERE organization_id > :after
  UNION ALL SELECT min(organization_id) FROM audit_seals WHERE organization_id > :after
  UNION ALL SELECT min(organization_id) FROM audit_heads WHERE organization_id > :after
  UNION ALL SELECT min(organization_id) FROM audit_checkpoints WHERE organization_id > :after
  UNION ALL SELECT min(id) FROM organizations WHERE id > :after
) AS known
