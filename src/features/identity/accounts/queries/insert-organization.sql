INSERT INTO organizations (id, slug, name, plan, created_at) VALUES (:id, :slug, :name, :plan, :created_at)
