SELECT organization_id AS "organizationId", id, enabled FROM git_syncs WHERE id = :id
