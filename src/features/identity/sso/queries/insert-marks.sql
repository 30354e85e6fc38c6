INSERT INTO scim_marks (organization_id, mark, scim_user_id)
SELECT :organization_id, mark, :scim_user_id FROM unnest(:marks::text[]) AS known(mark)
ON CONFLICT DO NOTHING
