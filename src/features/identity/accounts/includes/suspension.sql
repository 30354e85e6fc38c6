CASE WHEN num_nonnulls(organization.suspended_at, organization.delete_at) > 0 THEN json_build_object(
  'reason', coalesce(nullif(organization.deletion_reason, ''), organization.suspension_reason, ''),
  'since', coalesce(organization.suspended_at, organization.deletion_asked_at),
  'deleteAt', organization.delete_at) END
