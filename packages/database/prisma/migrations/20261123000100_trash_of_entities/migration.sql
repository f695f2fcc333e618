-- While an entity is renamed, the trash has its records twice: under the old name and under the new one.
ALTER TABLE "cms"."trash" DROP CONSTRAINT "trash_pkey", ADD CONSTRAINT "trash_pkey" PRIMARY KEY ("id", "entity");
