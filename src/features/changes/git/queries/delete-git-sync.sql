DELETE FROM git_syncs WHERE organization_id = :organization_id AND id = :id
