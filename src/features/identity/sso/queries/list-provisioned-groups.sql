-- The groups that the provider keeps here for somebody (SCIM), by name and by its own id.
SELECT one.display_name AS "displayName", one.external_id AS "externalId"
FROM scim_users AS person
JOIN scim_group_members AS place ON place.organization_id = person.organization_id AND place.scim_user_id = person.id
JOIN scim_groups AS one ON one.organization_id = place.organization_id AND one.id = place.group_id
WHERE person.organization_id = :organization_id AND person.user_id = :user_id
