-- By what the member is known, where SCIM keeps them: it counts once they are a member no more, however that came.
INSERT INTO scim_marks (organization_id, mark, scim_user_id)
SELECT person.organization_id, known.mark, person.id
FROM scim_users AS person, unnest(:marks::text[]) AS known(mark)
WHERE person.organization_id = :organization_id AND person.user_id = :user_id
ON CONFLICT DO NOTHING
