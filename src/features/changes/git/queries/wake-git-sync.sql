UPDATE git_syncs SET due_at = now() WHERE organization_id = :organization_id AND id = :id AND enabled
