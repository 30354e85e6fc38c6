-- @result suspension: Suspension!
-- @result quotas: Quotas!
SELECT organization.id, organization.slug, organization.name, organization.plan,
  organization.ip_allowlist AS "ipAllowlist", organization.created_at AS "createdAt",
  -- @include suspension
  AS suspension,
  -- @include quotas
  AS quotas,
  organization.quotas AS "ownQuotas", organization.suspended_at AS "suspendedAt",
  organization.suspended_by AS "suspendedBy", organization.suspension_reason AS "suspensionReason",
  organization.delete_at AS "deleteAt", organization.deletion_asked_at AS "deletionAskedAt",
  organization.deletion_asked_by AS "deletionAskedBy", organization.deletion_reason AS "deletionReason",
  organization.exported_at AS "exportedAt"
FROM organizations AS organization
