INSERT INTO scim_group_members (organization_id, group_id, scim_user_id)
SELECT :organization_id, :group_id, id FROM unnest(:ids::text[]) AS added(id)
ON CONFLICT DO NOTHING
