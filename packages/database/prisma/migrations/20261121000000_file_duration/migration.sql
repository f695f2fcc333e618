-- AlterTable
ALTER TABLE "cms"."files" ADD COLUMN "duration" DOUBLE PRECISION;
